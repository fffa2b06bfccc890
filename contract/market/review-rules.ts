/** Maximum lengths of a review's title, comment and public answer, in characters. rule: review-fields, review-answer */
export const REVIEW_TITLE_LENGTH_MAX = 120
export const REVIEW_COMMENT_LENGTH_MAX = 4000
export const REVIEW_ANSWER_LENGTH_MAX = 2000

/**
 * The readers of a review decide its state. A held, a sealed and a hidden one is seen by its writer alone: until their
 * email address is proved, for REVIEW_SEALED_DAYS, or after an operator hid it. rule: review-states
 */
export const REVIEW_STATES = ['held', 'sealed', 'public', 'hidden'] as const
export type ReviewState = (typeof REVIEW_STATES)[number]

/** The days after the end of its visit for which a review is sealed. rule: review-states */
export const REVIEW_SEALED_DAYS = 7

/** Photos of one review. rule: review-fields */
export const REVIEW_PHOTOS_MAX = 4
/** Uploaded photos of one client that wait for a review. */
export const REVIEW_PHOTOS_WAITING_MAX = 20
/** How long a photo waits for its review. */
export const REVIEW_PHOTO_WAITS_HOURS = 24

/** The days after its publication in which a review can be edited. rule: review-edit */
export const REVIEW_EDIT_DAYS = 14

/** Reviews without a visit that one client may write in 24 hours. rule: review-once */
export const REVIEWS_WITHOUT_VISIT_A_DAY = 3

/** The questions to a professional about the client of a visit, each answered with yes or no. rule: client-notes */
export const CLIENT_NOTE_ANSWERS = ['as_described', 'paid_as_agreed', 'kind', 'come_again'] as const
export type ClientNoteAnswer = (typeof CLIENT_NOTE_ANSWERS)[number]
/**
 * The fewest revealed notes, and the fewest professionals who wrote them, from which others see the counts.
 * rule: client-notes
 */
export const CLIENT_NOTES_SHOWN_FROM = { notes: 3, professionals: 2 } as const
export const CLIENT_NOTE_LENGTH_MAX = 1000
/** The days after the end of a visit in which a note can be written. */
export const CLIENT_NOTE_DAYS = 60

/** Why a review or a photo can be reported. 'It is negative' is no reason. rule: review-states */
export const REVIEW_REPORT_REASONS = [
  'not_a_client',
  'personal_data',
  'hate_or_threats',
  'advert',
  'conflict_of_interest',
  'wrong_professional',
  'bought',
  'photo',
] as const

/** The number of stars that the review form shows at first. */
export const DEFAULT_REVIEW_RATING = 5

/** The server's message, and the screen's default. rule: review-fields */
export const REVIEW_SUBMITTED = 'Review submitted successfully!'
