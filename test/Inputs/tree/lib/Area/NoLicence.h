// No licence line.
