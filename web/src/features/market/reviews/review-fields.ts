import { DEFAULT_REVIEW_RATING } from '#contract/market/review-rules.ts'
import { REVIEW_TAGS } from '#contract/market/review-tags.ts'
import type { ReviewTag } from '#contract/market/review-tags.ts'
import type { ReviewContent } from '#contract/market/reviews.ts'
import type { WrittenReview } from '#contract/market/professionals.ts'

/** The text of a select: '' is no answer. */
export type TagChoice = '' | 'yes' | 'no'
export type ReviewPhotos = { id: string; url: string }[]
/** The fields of the form of a review. A draft from before tags and photos existed has neither. */
export type ReviewFields = {
  rating: string
  /** The writer has touched the stars. Until then they are drawn empty. */
  is_rated?: boolean
  title: string
  comment: string
} & Partial<Record<ReviewTag, TagChoice>> & { photos?: ReviewPhotos }

export const EMPTY_REVIEW: ReviewFields = {
  rating: String(DEFAULT_REVIEW_RATING),
  title: '',
  comment: '',
}

/** The fields of the client's own review. */
export function fieldsOf({ rating, title, comment, tags, photos }: WrittenReview): ReviewFields {
  return {
    rating: String(rating),
    is_rated: true,
    title,
    comment,
    ...Object.fromEntries(REVIEW_TAGS.map((tag) => [tag, choiceOf(tags?.[tag])])),
    photos: (photos ?? []).map(({ url }) => ({ id: url.split('/').at(-1)!, url })),
  }
}

/** The content of a review as the fields say it, without tags and photos if there are none. */
export function contentOf(fields: ReviewFields): ReviewContent {
  const tags = tagsOf(fields)
  const photos = fields.photos ?? []
  return {
    rating: Number(fields.rating),
    title: fields.title.trim(),
    comment: fields.comment.trim(),
    ...(Object.keys(tags).length > 0 ? { tags } : {}),
    ...(photos.length > 0 ? { photo_ids: photos.map(({ id }) => id) } : {}),
  }
}

/** The content of an edit, which says also that there are no tags or photos. */
export function editOf(fields: ReviewFields): ReviewContent {
  return {
    ...contentOf(fields),
    tags: tagsOf(fields),
    photo_ids: (fields.photos ?? []).map(({ id }) => id),
  }
}

function tagsOf(fields: ReviewFields) {
  return Object.fromEntries(
    REVIEW_TAGS.filter((tag) => fields[tag]).map((tag) => [tag, fields[tag] === 'yes']),
  )
}

const choiceOf = (answer: boolean | undefined): TagChoice =>
  answer === undefined ? '' : answer ? 'yes' : 'no'
