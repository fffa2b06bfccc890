import { useTranslation } from '#web/i18n/use-translation.ts'
import { useFormat } from '#web/i18n/format.ts'
import { WarningIcon } from '#web/ui/icons.tsx'
import { browserTimeZone } from '#web/i18n/time-zone.ts'
import { Banner } from './banner.tsx'
import type { BannerEntry } from './entry.ts'

/** A renewal failed and is tried again until then (decision 20). */
export const grace: BannerEntry = {
  name: 'grace',
  isDue: ({ money }) => Boolean(money?.grace_until),
  Component: function Grace({ money }) {
    const { t } = useTranslation('billing')
    const format = useFormat()
    return (
      <Banner
        tone="waiting"
        icon={<WarningIcon />}
        title={t('grace.title')}
        action={
          <a
            href="#subscription"
            className="inline-flex min-h-11 items-center font-medium text-action underline underline-offset-4"
          >
            {t('grace.act')}
          </a>
        }
      >
        {money?.grace_until &&
          t('grace.help', { date: format.date(money.grace_until, browserTimeZone()) })}
      </Banner>
    )
  },
}
