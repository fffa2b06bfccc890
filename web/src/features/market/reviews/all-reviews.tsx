import { useTranslation } from '#web/i18n/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ReviewList, Uncounted } from './review-list.tsx'
import type { ReviewListProps } from './review-list.tsx'

/** All reviews of a professional, as a sheet. rule: review-order */
export default function AllReviews({
  onClose,
  ...list
}: ReviewListProps & { onClose: () => void }) {
  const { t } = useTranslation('reviews')
  return (
    <Dialog title={t('title')} height="full" reading onClose={onClose}>
      <ReviewList {...list} />
      <Uncounted reviews={list.reviews.map(({ review }) => review)} />
    </Dialog>
  )
}
