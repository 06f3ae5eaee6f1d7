// What the page's scripts share: one global value, and the types that their comments name.
declare var ludoteka: typeof import("../../../page/src/assets/board/ludoteka.js").ludoteka &
    typeof import("../../../page/src/assets/replay/ludoteka.js").ofReplay &
    Partial<typeof import("../../../page/src/assets/analysis/ludoteka.js").ofReview> &
    Partial<typeof import("../../../page/src/assets/disk/disk.js").ofDisk> & { engine?: string };

type Message = import("../../../page/src/assets/board/elements.js").Message;
type Look = import("../../../page/src/assets/board/sheet.js").Look;
type Move = import("../../../page/src/assets/board/sheet.js").Move;
type Position = import("../../../page/src/assets/board/sheet.js").Position;
type Sheet = import("../../../page/src/assets/board/sheet.js").Sheet;
type Choice = import("../../../page/src/assets/board/choice.js").Choice;
type BoardOptions = import("../../../page/src/assets/board/board.js").BoardOptions;
type Drawing = import("../../../page/src/assets/board/drawing.js").Drawing;
type Board = import("../../../page/src/assets/board/board.js").Board;
type Say = import("../../../page/src/assets/board/page.js").Say;
type Steps = import("../../../page/src/assets/board/page.js").Steps;
type Recording = import("../../../page/src/assets/replay/position.js").Recording;
type Replay = import("../../../page/src/assets/replay/replay.js").Replay;
type ReplayOptions = import("../../../page/src/assets/replay/replay.js").ReplayOptions;
