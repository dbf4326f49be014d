/** Stands for Monaco's diff editors, which the page does not use. */
export class DiffEditorWidget {}
/** See `DiffEditorWidget`. */
export class MultiDiffEditorWidget {}
/** Stands for what compares texts for them. */
export const linesDiffComputers = {};
