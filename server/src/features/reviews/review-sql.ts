/** Whether a review counts (decision 30): its pair has an accepted or completed booking. In SQL over the table reviews. */
export const VERIFIED_HIRE_SQL = `exists (
  select from bookings where bookings.professional_id = reviews.professional_id
    and bookings.client_id = reviews.client_id and bookings.status in ('accepted', 'completed'))`

/** First name and initial (decision 30). */
const NAME_SQL = `users.first_name || case when users.last_name = '' then '' else ' ' || left(users.last_name, 1) || '.' end`

/** A review as the public sees it (authorization: REV), and nothing else. In SQL over reviews joined to its client in users. */
export const REVIEW_SQL = `jsonb_build_object(
  'rating', reviews.rating,
  'title', reviews.title,
  'comment', reviews.comment,
  'reviewerName', ${NAME_SQL},
  'client_name', ${NAME_SQL},
  'created_at', to_char(reviews.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'verified_hire', ${VERIFIED_HIRE_SQL})`
