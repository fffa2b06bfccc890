import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { NoticeChannel, NoticeTopic } from '#contract/notices.ts'
import { useApi } from '#web/api/use-api.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { switchesQuery, useSwitchNotices } from './notices.api.ts'

const CHANNELS = ['app', 'email', 'push'] as const

/** What a person is told, and where: one box for each topic and channel, kept as soon as it is pressed. */
export function Switches() {
  const { t } = useTranslation('notices')
  const refusalText = useRefusalText()
  const { data, error, isFetching, refetch } = useQuery(switchesQuery(useApi()))
  const change = useSwitchNotices()
  if (!data && error) {
    return (
      <div className="flex flex-col items-start gap-4">
        <Notice tone="problem">{refusalText(error)}</Notice>
        <Button look="quiet" busy={isFetching} onClick={() => void refetch()}>
          {t('again')}
        </Button>
      </div>
    )
  }
  if (!data) return <SwitchesToCome />
  const topics = [...new Set(data.map(({ topic }) => topic))]
  const isOn = (topic: NoticeTopic, channel: NoticeChannel) => {
    const waiting = change.isPending ? change.variables : undefined
    if (waiting?.topic === topic && waiting.channel === channel) return waiting.enabled
    return data.some((one) => one.topic === topic && one.channel === channel && one.enabled)
  }
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-4">
        {topics.map((topic) => (
          <fieldset
            key={topic}
            className="flex flex-col gap-1 rounded-lg border border-line bg-surface p-4 md:p-5"
          >
            <legend className="sr-only">{t(`topics.${topic}.name`)}</legend>
            <p aria-hidden="true" className="font-semibold">
              {t(`topics.${topic}.name`)}
            </p>
            <p className="text-sm text-soft">{t(`topics.${topic}.help`)}</p>
            <div className="flex flex-wrap gap-x-6">
              {CHANNELS.map((channel) => (
                <label key={channel} className="flex min-h-11 items-center gap-2.5">
                  <input
                    type="checkbox"
                    className="size-5"
                    checked={isOn(topic, channel)}
                    onChange={({ currentTarget: { checked: enabled } }) =>
                      change.mutate({ topic, channel, enabled })
                    }
                  />
                  {t(`channels.${channel}`)}
                </label>
              ))}
            </div>
          </fieldset>
        ))}
      </div>
      {change.error && <Notice tone="problem">{refusalText(change.error)}</Notice>}
      <p role="status" className="min-h-6 text-sm text-soft">
        {change.isSuccess && t('kept')}
      </p>
    </div>
  )
}

/** A card for each topic. */
function SwitchesToCome() {
  return (
    <div aria-busy="true" className="flex flex-col gap-4">
      {['a', 'b', 'c'].map((key) => (
        <div key={key} className="card flex flex-col gap-3 p-4 md:p-5">
          <Skeleton className="h-5 w-32" />
          <Skeleton className="h-4 w-64 max-w-full" />
          <Skeleton className="mt-1 h-6 w-80 max-w-full" />
        </div>
      ))}
    </div>
  )
}
