/** Whether a review counts (decision 30): its pair has an accepted or completed booking. In SQL over the table reviews. */
export const VERIFIED_HIRE_SQL = `exists (
  select from bookings where bookings.professional_id = reviews.professional_id
    and bookings.client_id = reviews.client_id and bookings.status in ('accepted', 'completed'))`

/** First name and initial (decision 30). */
const NAME_SQL = `users.first_name || case when users.last_name = '' then '' else ' ' || left(users.last_name, 1) || '.' end`

const instantSql = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The professional's answer, in SQL over the table reviews; meant where there is one. */
export const ANSWER_SQL = `jsonb_build_object('text', reviews.answer, 'answered_at', ${instantSql('reviews.answered_at')})`

/** A review as the public sees it (authorization: REV), with its answer where there is one, and nothing else. In SQL over reviews joined to its client in users. */
export const REVIEW_SQL = `jsonb_build_object(
  'rating', reviews.rating,
  'title', reviews.title,
  'comment', reviews.comment,
  'reviewerName', ${NAME_SQL},
  'client_name', ${NAME_SQL},
  'created_at', ${instantSql('reviews.created_at')},
  'verified_hire', ${VERIFIED_HIRE_SQL}
) || case when reviews.answer is null then '{}' else jsonb_build_object('answer', ${ANSWER_SQL}) end`
