/** The name of a contact, in characters. rule: safety-contact */
export const CONTACT_NAME_LENGTH_MAX = 60
/** How many new contacts get a letter in 24 hours. rule: safety-contact */
export const NEW_CONTACTS_PER_DAY = 3

/** When a timer can end: at least this long from now, and at most this long after the visit. rule: safety-timer */
export const CHECK_BY_MINUTES_AHEAD = 15
export const CHECK_BY_HOURS_AFTER = 12
/** How long before that the professional is reminded. rule: safety-timer */
export const CHECK_BY_WARNING_MINUTES = 10

/** How long after the time of a timer its letter is not to be counted on any more. rule: safety-alarm */
export const UNTOLD_AFTER_MINUTES = 5
/** How many alarms of a professional an address gets in 24 hours, beside the first of each visit. rule: safety-alarm */
export const ALARMS_PER_DAY = 3

/** How long the link of an alarm opens. rule: safety-alarm */
export const SAFETY_LINK_HOURS = 24
