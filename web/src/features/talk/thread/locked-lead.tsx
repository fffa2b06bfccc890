import { useTranslation } from '#web/i18n/use-translation.ts'
import { LEAD_CLOSED } from '#contract/money/lead-closed.ts'
import type { User } from '#contract/people/identity.ts'
import { LEAD_PRICE } from '#contract/money/money-rules.ts'
import { VisitTime } from '#web/features/bookings/one/booking-facts.tsx'
import { useFormat } from '#web/i18n/format.ts'
import { Button } from '#web/ui/button.tsx'
import { LockIcon } from '#web/ui/pictures/icons-signed-in.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { useBuyLead } from '#web/features/money/use-buy-lead.ts'
import { BookingWork } from './booking-summary.tsx'
import type { Conversation } from '../messages/messaging.api.ts'

/**
 * Replaces the thread of a lead without a credit: its latest booking, and a button that buys a lead. Of a lead whose
 * credit came back it says why, and sells nothing. rule: conversation-access, lead-locked
 */
export function LockedLead({ me, conversation }: { me: User; conversation: Conversation }) {
  const { t } = useTranslation(['messaging', 'errors'])
  const format = useFormat()
  const { buy, buying } = useBuyLead(me.id)
  const { other_user_name: name, lead, closed } = conversation
  return (
    <div className="min-h-0 grow overflow-y-auto p-5">
      <section className="card mx-auto mt-[6vh] flex max-w-120 flex-col gap-4 p-6 max-md:mt-2">
        <span className="grid size-12 place-items-center rounded-full bg-amber-soft text-amber">
          <LockIcon className="size-6" />
        </span>
        <h3 className="text-xl">{t(closed ? 'locked.closed' : 'locked.title', { name })}</h3>
        {/* A list that an earlier version stored for offline reading has no `starts_at`. */}
        {lead?.starts_at && (
          <p className="rounded-md bg-sky p-3">
            <span className="block font-medium first-letter:uppercase">
              <VisitTime booking={lead} />
            </span>
            <span className="block">
              <BookingWork booking={lead} />
            </span>
            <span className="tabular block text-soft">
              {t('locked.zip', { zip: lead.zip_code })}
            </span>
          </p>
        )}
        {closed ? (
          <p className="font-medium">{t(`errors:${LEAD_CLOSED[closed]}`)}</p>
        ) : (
          <>
            <p className="font-medium">{t('errors:lead_locked')}</p>
            <p className="text-soft">{t('locked.help', { name })}</p>
            <Button wide busy={buying} onClick={buy}>
              {t('locked.buy', { price: format.money(LEAD_PRICE) })}
            </Button>
          </>
        )}
        <TextLink href="/dashboard">{t('locked.dashboard')}</TextLink>
      </section>
    </div>
  )
}
