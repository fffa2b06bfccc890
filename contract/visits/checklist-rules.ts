// This file imports nothing, because screens load it without the schemas of the calls.

/** The states of a task. rule: checklist */
export const ITEM_STATES = ['todo', 'done', 'skipped'] as const
export type ItemState = (typeof ITEM_STATES)[number]

/** When a photo of a visit was taken. rule: visit-photos */
export const MOMENTS = ['before', 'after'] as const
export type Moment = (typeof MOMENTS)[number]

export const NOTE_LENGTH_MAX = 280
/** The most photos of one visit. */
export const VISIT_PHOTOS_MAX = 20
/** How many hours before a visit, and after it, tasks can be pressed and photos sent. rule: checklist */
export const WORK_HOURS_BEFORE = 3
export const WORK_HOURS_AFTER = 24

/** The most pairs of one visit that a professional can ask for, with those that were taken back. rule: photo-pairs */
export const PAIRS_OF_VISIT_MAX = 3
/** The most pairs in the list of one person. */
export const PAIRS_LISTED_MAX = 50
/** The most pairs in a profile. */
export const PAIRS_SHOWN_MAX = 10
/** The client's answer is always possible; silence is no. */
export const PAIR_STATES = ['asked', 'allowed', 'refused'] as const
export type PairState = (typeof PAIR_STATES)[number]

/** Whether the client may see states, notes and photos of a visit. rule: checklist, visit-photos */
export function isWorkShown({ status, stage }: { status: string; stage: string | null }): boolean {
  return status === 'completed' || (status === 'accepted' && stage === 'finished')
}
