// What stands for modules of packages that the page does not use; see `build.ts`.

/** Stands for Prettier's JSON plugins and Monaco's JSON service, whose work is done elsewhere. */
export const parsers = {};
export const printers = {};

/** Stands for Monaco's diff editors. */
export class DiffEditorWidget {}
/** See `DiffEditorWidget`. */
export class MultiDiffEditorWidget {}
/** Stands for what compares texts for them. */
export const linesDiffComputers = {};
