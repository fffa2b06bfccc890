import type { Visit } from '#contract/visits/visits.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'

type News = Pick<Visit, 'status' | 'stage' | 'stages'> & {
  /** The first name of the professional. */
  name: string
}

/** Returns a function: 'Grace is on the way, about 20 min', for the client on the day of a visit. rule: visit-view */
export function useStageNews() {
  const { t } = useTranslation('visits')
  return ({ status, stage, stages, name }: News): string | undefined => {
    const isNews = status === 'accepted' || (status === 'completed' && stage === 'finished')
    if (!isNews || !stage) return undefined
    const eta = stages.find((one) => one.stage === stage)?.eta_minutes
    return stage === 'on_my_way' && eta
      ? t('news.on_my_way_eta', { name, minutes: eta })
      : t(`news.${stage}`, { name })
  }
}
