import type { ReviewFacts as Facts, ReviewTags as Tags } from '#contract/market/professionals.ts'
import { REVIEW_FACTS_MIN, REVIEW_TAGS } from '#contract/market/review-tags.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { DotSeparated } from '#web/ui/dot-separated.tsx'

/** 'On time · Not as agreed'. rule: review-fields */
export function ReviewTags({ tags }: { tags: Tags | undefined }) {
  const { t } = useTranslation('reviews')
  const answered = REVIEW_TAGS.filter((tag) => tags?.[tag] !== undefined)
  if (answered.length === 0) return null
  const facts = answered.map((tag) => t(`tags.${tag}.${tags![tag] ? 'yes' : 'no'}`))
  return (
    <p className="text-sm text-soft">
      <DotSeparated facts={facts} />
    </p>
  )
}

/** 'On time: 12 of 13', of the questions with three answers or more. rule: review-order */
export function ReviewFacts({ facts }: { facts: Facts }) {
  const { t } = useTranslation('reviews')
  const shown = REVIEW_TAGS.map((tag) => {
    const { yes, no } = facts[tag]
    return { tag, yes, of: yes + no }
  }).filter(({ of }) => of >= REVIEW_FACTS_MIN)
  if (shown.length === 0) return null
  return (
    <p className="tabular text-soft">
      <DotSeparated facts={shown.map(({ tag, yes, of }) => t(`facts.${tag}`, { yes, of }))} />
    </p>
  )
}
