import { useTranslation } from '#web/i18n/use-translation.ts'
import { dashboardAddress } from '#web/router/dashboard-address.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { CheckIcon } from '#web/ui/pictures/icons.tsx'
import { CircleIcon, ClockIcon } from '#web/ui/pictures/icons-public.tsx'
import type { DashboardData } from './dashboard.api.ts'

const KINDS = ['identity', 'insurance'] as const

/**
 * The professional's identity document, which replaces a Social Security number, and their insurance. A professional
 * who has given a number is not asked for the identity document. rule: document-checks
 */
export function DocumentsPart({ data }: { data: DashboardData }) {
  const { t } = useTranslation('credentials')
  // An answer that an earlier version stored for offline reading has none.
  const { identity_status = 'not_submitted', insurance_status = 'not_submitted' } = data
  const gaveNumber = data.verification_status !== 'not_submitted'
  const kinds = KINDS.filter(
    (kind) => kind !== 'identity' || !gaveNumber || identity_status !== 'not_submitted',
  )
  const statuses = { identity: identity_status, insurance: insurance_status }
  return (
    <section aria-labelledby="documents" className="card flex flex-col gap-4 p-4 md:p-5">
      <h2 id="documents" className="text-xl">
        {t(gaveNumber ? 'part.documents' : 'part.title')}
      </h2>
      {kinds.map((kind) => (
        <div key={kind} className="flex flex-col items-start gap-2">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <strong className="font-semibold">{t(`part.${kind}`)}</strong>
            <Status status={statuses[kind]} />
          </p>
          <p className="text-sm text-soft">{t(`part.${kind}_help`)}</p>
          {data.may_send?.includes(kind) && (
            <ButtonLink look="quiet" href={dashboardAddress(kind)}>
              {t(statuses[kind] === 'not_submitted' ? `part.${kind}_open` : 'part.again')}
            </ButtonLink>
          )}
        </div>
      ))}
    </section>
  )
}

type Status = NonNullable<DashboardData['identity_status']>

function Status({ status }: { status: Status }) {
  const { t } = useTranslation('credentials')
  const text = t(`part.${status}`)
  if (status === 'verified')
    return (
      <Badge tone="good" icon={<CheckIcon className="size-4" />}>
        {text}
      </Badge>
    )
  const Icon = status === 'not_submitted' ? CircleIcon : ClockIcon
  return (
    <span className="inline-flex items-center gap-1.5 py-1 text-sm text-soft">
      <Icon className="size-4" />
      {text}
    </span>
  )
}
