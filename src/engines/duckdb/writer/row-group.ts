/** Rows of a row group of the files that are written. */
export const ROW_GROUP_ROWS = 30_720;
