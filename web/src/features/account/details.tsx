import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../app/context.tsx'
import { useTranslation } from '../../app/use-translation.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { settingsQuery } from './account.api.ts'
import { DetailsForm } from './details-form.tsx'
import { Part } from './part.tsx'

/** Name, phone and language, once they are here. */
export function Details({ userId, email }: { userId: string; email: string }) {
  const { t } = useTranslation('account')
  const { data, error, isFetching, refetch } = useQuery(settingsQuery(useApi(), userId))
  return (
    <Part title={t('details.title')} help={t('details.help', { email })}>
      {data && <DetailsForm userId={userId} settings={data} />}
      {!data && !error && <Skeleton className="h-80 rounded-lg" />}
      {!data && error && (
        <div className="flex flex-col items-start gap-4">
          <Notice tone="problem">{t('load_failed')}</Notice>
          <Button look="quiet" busy={isFetching} onClick={() => void refetch()}>
            {t('again')}
          </Button>
        </div>
      )}
    </Part>
  )
}
