/** The longest title, text and public answer that a review may have. */
export const REVIEW_TITLE_LENGTH_MAX = 120
export const REVIEW_COMMENT_LENGTH_MAX = 4000
export const REVIEW_ANSWER_LENGTH_MAX = 2000

/** Client spec 4, 9: where the stars of a review begin. */
export const DEFAULT_REVIEW_RATING = 5

/** Client spec 8: what the server answers, and the default where it answers nothing. */
export const REVIEW_SUBMITTED = 'Review submitted successfully!'
