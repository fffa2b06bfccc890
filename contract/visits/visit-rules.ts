/** How far a visit is, in this order. Stages can be left out. rule: visit-stages */
export const STAGES = ['on_my_way', 'arrived', 'started', 'finished'] as const
export type Stage = (typeof STAGES)[number]

/**
 * The outcome of a visit. It is null until the visit is completed or a no-show stands, and while a no-show is
 * undecided. rule: no-show
 */
export const OUTCOMES = ['kept', 'no_show_client', 'no_show_professional'] as const
export type Outcome = (typeof OUTCOMES)[number]

export const STAGE_NOTE_LENGTH_MAX = 280
export const ETA_MINUTES_MAX = 180
/** The minutes that the screen offers as a choice. */
export const ETA_CHOICES = [10, 20, 30, 45, 60] as const

/** How many hours before its time a visit can begin, and after its end a press is still taken. rule: visit-stages */
export const STAGE_HOURS_BEFORE = 3
export const STAGE_HOURS_AFTER = 72
/** How old a press can be when it comes, and how far in the future; then it counts as now. */
export const PRESS_HOURS_MAX = 72
export const PRESS_MINUTES_AHEAD_MAX = 5
/** The delay from which on a press that was received late shows both times. */
export const PRESS_LATE_MINUTES = 15

/** How long a stage can be undone; then a background job completes a finished visit. rule: visit-stages */
export const STAGE_UNDO_MINUTES = 5
