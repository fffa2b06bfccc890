import { REVIEW_FACTS_MIN, REVIEW_TAGS } from '#contract/market/review-tags.ts'

/** SQL over users: first name and initial. rule: review-order */
const NAME_SQL = `users.first_name || case when users.last_name = '' then '' else ' ' || left(users.last_name, 1) || '.' end`

export const instantSql = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** SQL over reviews: the professional's answer. Use it only where there is one. rule: review-answer */
export const ANSWER_SQL = `jsonb_build_object('text', reviews.answer, 'answered_at', ${instantSql('reviews.answered_at')})
  || case when reviews.answered_at < reviews.edited_at then '{"before_edit": true}' else '{}' end::jsonb`

/** SQL over reviews: what was answered with yes or no. rule: review-fields */
export const TAGS_SQL = `jsonb_strip_nulls(jsonb_build_object(${REVIEW_TAGS.map((tag) => `'${tag}', reviews.${tag}`).join(', ')}))`

/** SQL over reviews: a JSON object with what profiles show beside REVIEW_SQL. rule: review-fields */
export const REVIEW_DETAILS_SQL = `jsonb_build_object(
  'id', reviews.id,
  'visit', reviews.visit,
  'tags', ${TAGS_SQL},
  'photos', coalesce((select jsonb_agg(jsonb_build_object('url', picture -> 'url') order by position) from review_photos where review_id = reviews.id), '[]'),
  'edited_at', case when reviews.edited_at is not null then ${instantSql('reviews.edited_at')} end
)`

/**
 * SQL over reviews joined to the client in users: exactly the public fields of a review, with the answer if there is
 * one. rule: review-order
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

const yesNo = (tag: string) =>
  `'${tag}', jsonb_build_object('yes', count(*) filter (where ${tag}), 'no', count(*) filter (where not ${tag}))`

/** SQL aggregate over counted reviews: how many said yes and no. Null under three with an answer. rule: review-order */
export const FACTS_SQL = `case when count(*) filter (where num_nonnulls(${REVIEW_TAGS.join(', ')}) > 0) >= ${REVIEW_FACTS_MIN}
  then jsonb_build_object(${REVIEW_TAGS.map((tag) => yesNo(tag)).join(', ')}) end`
