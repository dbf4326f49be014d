/** The parameter that lists the values of the members of a merged statement. Nothing else has the name. */
export const MEMBERS_PARAMETER = '_members';
