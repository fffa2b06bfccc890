import { useMutation } from '@tanstack/react-query'
import type { User } from '#contract/people/identity.ts'
import { useApi } from '#web/api/use-api.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useFormat } from '#web/i18n/format.ts'
import { browserTimeZone } from '#web/i18n/time-zone.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'

/** The banner on every screen of an operator who sees what a person sees. rule: seeing-as-a-person */
export function ViewBanner({ user, until }: { user: User; until: string }) {
  const { t } = useTranslation('account')
  const format = useFormat()
  const api = useApi()
  const refusalText = useRefusalText()
  const leave = useMutation({
    mutationFn: () => api.call('POST /api/operator/view/end'),
    onSuccess: () => window.location.assign(`/operator/people/${user.id}`),
  })
  const name = `${user.first_name} ${user.last_name}`
  const time = format.time(until, browserTimeZone())
  return (
    <section aria-label={t('view.title')} className="bg-clay-soft print:hidden">
      <div className="mx-auto flex w-full max-w-page flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-2 md:px-8">
        <div className="measure grow">
          <p className="font-medium wrap-anywhere">{t('view.text', { name, time })}</p>
          {leave.error && <p role="alert">{refusalText(leave.error)}</p>}
        </div>
        <Button look="quiet" busy={leave.isPending} onClick={() => leave.mutate()}>
          {t('view.leave')}
        </Button>
      </div>
    </section>
  )
}
