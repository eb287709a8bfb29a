// Made by the service of board.css and fewest-puzzle.css.
export const STYLE: string;
