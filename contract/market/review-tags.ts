/** The questions of a review that are answered with yes or no. rule: review-fields */
export const REVIEW_TAGS = ['on_time', 'as_agreed', 'book_again'] as const
export type ReviewTag = (typeof REVIEW_TAGS)[number]
/** The profile shows the numbers from this many counted reviews with an answer on. rule: review-order */
export const REVIEW_FACTS_MIN = 3
