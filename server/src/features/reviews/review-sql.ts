/** SQL over users: first name and initial. rule: reviewer-name */
const NAME_SQL = `users.first_name || case when users.last_name = '' then '' else ' ' || left(users.last_name, 1) || '.' end`

export const instantSql = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** SQL over reviews: the professional's answer. Use it only where there is one. */
export const ANSWER_SQL = `jsonb_build_object('text', reviews.answer, 'answered_at', ${instantSql('reviews.answered_at')})`

/**
 * SQL over reviews joined to the client in users: exactly the public fields of a review, with the answer if there is
 * one. rule: reviewer-name
 */
export const REVIEW_SQL = `jsonb_build_object(
  'rating', reviews.rating,
  'title', reviews.title,
  'comment', reviews.comment,
  'reviewerName', ${NAME_SQL},
  'client_name', ${NAME_SQL},
  'created_at', ${instantSql('reviews.created_at')},
  'verified_hire', reviews.verified_hire
) || case when reviews.answer is null then '{}' else jsonb_build_object('answer', ${ANSWER_SQL}) end`

/**
 * SQL: the pair's public reviews, newest first, and those of visits that took place before the others. The first one
 * is the pair's current review, and counts if its visit took place. rule: review-order, review-counts
 */
export const PAIR_SQL = `partition by reviews.professional_id, reviews.client_id
  order by reviews.verified_hire desc, reviews.created_at desc, reviews.id desc`
