import type { ReviewAnswer as Answer } from '#contract/market/professionals.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useReviewDate } from './review-date.ts'

/** The professional's answer under a review; `title` names its author. */
export function ReviewAnswer({ answer, title }: { answer: Answer; title: string }) {
  const { t } = useTranslation('reviews')
  const reviewDate = useReviewDate()
  return (
    <div className="mt-2 flex flex-col gap-1 rounded-md bg-mint px-4 py-3">
      <p className="flex flex-wrap items-baseline gap-x-3 text-sm">
        <strong className="font-semibold wrap-anywhere">{title}</strong>
        <time dateTime={answer.answered_at} className="text-soft">
          {reviewDate(answer.answered_at)}
        </time>
      </p>
      <p className="whitespace-pre-line wrap-anywhere">{answer.text}</p>
      {answer.before_edit && <p className="text-sm text-soft">{t('answer.before_edit')}</p>}
    </div>
  )
}
