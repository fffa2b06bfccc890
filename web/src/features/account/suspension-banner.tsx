import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { WarningIcon } from '#web/ui/icons.tsx'
import { decisionsQuery } from './account.api.ts'

/** On every screen of a suspended person: that the account is suspended, why, and how to reach us. rule: suspension */
export default function SuspensionBanner({ userId }: { userId: string }) {
  const { t } = useTranslation(['account', 'errors'])
  const { data } = useQuery(decisionsQuery(useApi(), userId))
  const reason = data?.find(({ action }) => action === 'suspend')?.text
  return (
    <section aria-labelledby="suspension" className="bg-clay-soft print:hidden">
      <div className="mx-auto flex w-full max-w-page items-start gap-3 px-4 py-4 md:px-8">
        <WarningIcon className="mt-1 shrink-0 text-clay" />
        <div className="measure min-w-0">
          <h2 id="suspension" className="text-lg text-clay">
            {t('suspension.title')}
          </h2>
          {/* Its line stays free until the reason has arrived. */}
          <p className="min-h-6 wrap-anywhere">{reason && t('suspension.reason', { reason })}</p>
          <p>
            {t('suspension.left')}{' '}
            <Link
              href="/contact"
              className="inline-flex min-h-11 items-center font-medium underline underline-offset-4 hover:decoration-2"
            >
              {t('suspension.contact')}
            </Link>
          </p>
        </div>
      </div>
    </section>
  )
}
