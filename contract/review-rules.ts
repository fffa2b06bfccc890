/** Maximum lengths of a review's title, comment and public answer, in characters. rule: review-fields, review-answer */
export const REVIEW_TITLE_LENGTH_MAX = 120
export const REVIEW_COMMENT_LENGTH_MAX = 4000
export const REVIEW_ANSWER_LENGTH_MAX = 2000

/** The number of stars that the review form shows at first. */
export const DEFAULT_REVIEW_RATING = 5

/** The server's message, and the screen's default. rule: review-submitted */
export const REVIEW_SUBMITTED = 'Review submitted successfully!'
