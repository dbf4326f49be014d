/** Stands for modules whose work is done elsewhere: Prettier's JSON plugins and Monaco's JSON service. */
export const parsers = {};
export const printers = {};
