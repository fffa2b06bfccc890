import { displayName } from '#contract/people/display-name.ts'
import type { ShownProfessional } from '#web/features/market/professionals/professionals.api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { STEPS } from './steps.ts'
import type { Steps } from './use-steps.ts'

type StepHeadingProps = { steps: Steps; professional: ShownProfessional }

/** The professional, the name of the step, and how many steps there are. rule: booking-dialog */
export function StepHeading({ steps: { step, heading }, professional }: StepHeadingProps) {
  const { t } = useTranslation('bookings')
  const name = t(`book.steps.${step}`)
  return (
    <div className="mb-3 flex flex-wrap items-center gap-3">
      <Avatar
        id={professional.user_id}
        name={professional.full_name}
        src={professional.profile_image_url}
        size="sm"
      />
      <div className="min-w-0 grow basis-28">
        <p className="truncate text-sm text-soft">{displayName(professional.full_name)}</p>
        <h3
          ref={heading}
          tabIndex={-1}
          data-first-field
          className="font-display text-lg leading-tight font-semibold outline-none"
        >
          {name}
        </h3>
      </div>
      <p role="status" className="sr-only">
        {t('book.steps.status', { number: step, name })}
      </p>
      <ol aria-hidden="true" className="tabular flex gap-1.5 text-sm">
        {STEPS.map((number) => (
          <li
            key={number}
            className={classNames(
              'grid size-7 place-items-center rounded-full border font-medium',
              number === step && 'border-action bg-action text-on-action',
              number < step && 'border-action bg-mint text-action',
              number > step && 'border-line text-soft',
            )}
          >
            {number}
          </li>
        ))}
      </ol>
    </div>
  )
}
