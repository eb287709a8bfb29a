// The fields of the classes of the page that are assigned elsewhere than in their class: by Object.assign, or when a
// puzzle is loaded. They are declared here since whatever opening the page loads counts.
import type { Board } from "./static/board.js";
import type { Puzzle } from "./types.js";

/** What is told to somebody in words. */
type Say = (text: string) => void;
type Client = () => any;

declare global {
  // What the elements have that are found by their id or by a selector, whatever kind they are of.
  interface Element extends HTMLOrSVGElement {
    hidden: any;
    disabled: any;
  }
  interface HTMLElement {
    value: any;
    checked: any;
    open: any;
    selectedIndex: any;
    tBodies: any;
  }
  interface EventTarget {
    closest(selector: string): any;
  }
  interface Node {
    readonly activeElement: Element | null;
  }
  /** Of the package with the reference of the API. */
  const SwaggerUIBundle: any;
}

declare module "./static/between.js" {
  interface Between {
    least: number;
    most: number;
    free: boolean;
    words: (value: any) => string;
  }
}
declare module "./static/blockeditor.js" {
  interface BlockEditor {
    board: Board;
    changed: (...given: any[]) => void;
    kind: any;
    puzzle: any;
    sheet: any;
    warn: Say;
  }
}
declare module "./static/board.js" {
  interface Board {
    base: any;
    flight: any;
    groove: any;
    marks: any;
    over: any;
    places: any;
    tokens: any;
  }
}
declare module "./static/dare.js" {
  interface Dare {
    client: Client;
    parent: HTMLElement;
  }
}
declare module "./static/drawing.js" {
  interface Drawing {
    begin: () => any;
    blank: any;
    board: Board;
    change: (...given: any[]) => void;
    check: any;
    client: Client;
    fail: (error: any) => void;
    live: any;
    say: Say;
  }
}
declare module "./static/edits.js" {
  interface Edits {
    board: Board;
    now: any;
    restore: (state: any) => void;
  }
}
declare module "./static/film.js" {
  interface Film {
    go: (index: number) => void;
    list: HTMLElement;
  }
}
declare module "./static/gallery.js" {
  interface Gallery {
    choose: (...given: any[]) => any;
    drawer: any;
    entries: any[];
    games: any;
    list: any;
    make: any;
    opener: any;
  }
}
declare module "./static/play.js" {
  interface Game {
    board: Board;
    changed: (game: Game) => void;
    client: Client;
    puzzle: Puzzle;
  }
}
declare module "./static/leaf.js" {
  interface Leaf {
    count: number;
    fail: (error: any) => void;
    id: string;
    page: any;
    puzzle: Puzzle;
    show: (...given: any[]) => void;
  }
}
declare module "./static/livecheck.js" {
  interface LiveCheck {
    client: Client;
    draw: (...given: any[]) => void;
    parent: HTMLElement;
    puzzle: Puzzle;
  }
}
declare module "./static/opening.js" {
  interface Opening {
    page: any;
    shared: any;
  }
}
declare module "./static/order.js" {
  interface Order {
    client: Client;
    noun: string;
  }
}
declare module "./static/owntext.js" {
  interface OwnText {
    begin: () => any;
    byName: any;
    client: Client;
    use: (...given: any[]) => void;
  }
}
declare module "./static/painter.js" {
  interface Painter {
    blocks: any;
    board: Board;
    changed: (...given: any[]) => void;
    warn: Say;
  }
}
declare module "./static/watch.js" {
  interface Player {
    board: Board;
    changed: (player: Player) => void;
    frames: any[];
    puzzle: Puzzle;
    solution: any;
  }
}
declare module "./static/search.js" {
  interface Search {
    client: Client;
    report: any;
  }
}
declare module "./static/progress.js" {
  interface SearchProgress {
    box: HTMLElement;
    picture: any;
    watch: any;
  }
}
declare module "./static/setup.js" {
  interface Setup {
    board: Board;
    changed: (...given: any[]) => void;
  }
}
declare module "./static/solve.js" {
  interface Solver {
    client: Client;
    playable: any;
    report: any;
  }
}
declare module "./static/visits.js" {
  interface Visits {
    now: any;
    open: (...given: any[]) => any;
  }
}
