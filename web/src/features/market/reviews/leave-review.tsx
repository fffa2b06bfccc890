import { Suspense, useId, useRef, useState } from 'react'
import { lazyPart } from '#web/ui/states/lazy-part.tsx'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { User } from '#contract/people/identity.ts'
import type { WrittenReview } from '#contract/market/professionals.ts'
import type { ShownProfessional } from '../professionals/professionals.api.ts'
import { Button } from '#web/ui/button.tsx'
import { OwnReview } from './own-review.tsx'

const ReviewForm = lazyPart(() => import('./review-form.tsx'))

type LeaveReviewProps = {
  client: User
  professional: ShownProfessional
  /**
   * The client has already written a review of the last visit. They read so instead of the button, because a second one
   * is refused. rule: review-once
   */
  reviewed?: boolean | undefined
  /** Whether a review would count. Undefined if that is not known. */
  counts?: boolean | undefined
  /** The client's newest review. */
  own?: WrittenReview | undefined
  onClose?: () => void
}

/** 'Leave a Review' opens and closes the form. rule: review-fields */
export default function LeaveReview({
  client,
  professional,
  reviewed = false,
  counts,
  own,
}: LeaveReviewProps) {
  const { t } = useTranslation('review_forms')
  const formId = useId()
  const toggle = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
    toggle.current?.focus()
  }
  const name = professional.user_details.first_name
  const isShown = own && (own.state !== 'public' || own.may_edit || own.edited_at)
  const ownReview = isShown && <OwnReview review={own} name={name} />
  if (reviewed && !open) {
    return (
      <div className="flex flex-col gap-3">
        <p className="measure text-soft">{t('write.already', { name })}</p>
        {ownReview}
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      {ownReview}
      <Button
        ref={toggle}
        look="quiet"
        className="self-start"
        aria-expanded={open}
        aria-controls={open ? formId : undefined}
        onClick={() => setOpen(!open)}
      >
        {t('write.open')}
      </Button>
      {open && (
        <Suspense>
          <ReviewForm
            id={formId}
            client={client}
            professional={professional}
            counts={counts}
            onClose={close}
          />
        </Suspense>
      )}
    </div>
  )
}
