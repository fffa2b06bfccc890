import { useQuery } from '@tanstack/react-query'
import { QrCode } from '#web/ui/pictures/qr-code.tsx'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { Answer } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { CopyField } from '#web/ui/forms/copy-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { LoadingStatus, Skeleton } from '#web/ui/states/skeleton.tsx'
import { shareLinkQuery } from './sharing.api.ts'

type ShareData = Answer<'GET /api/professional/share-link/{id}'>

/** Brand names are not translated. */
const NETWORKS = [
  { key: 'whatsapp', name: 'WhatsApp' },
  { key: 'facebook', name: 'Facebook' },
  { key: 'linkedin', name: 'LinkedIn' },
  { key: 'twitter', name: 'X (Twitter)' },
] as const

/** The professional's public address, to copy, post or scan. rule: sharing */
export default function ShareDialog({
  professionalId,
  onClose,
}: {
  professionalId: string
  onClose: () => void
}) {
  const { t, i18n } = useTranslation(['dashboard', 'app'])
  const query = useQuery(shareLinkQuery(useApi(), professionalId, i18n.language))
  return (
    <Dialog title={t('share.title')} onClose={onClose}>
      <QueryState
        query={query}
        failed={t('share.failed')}
        failureLook="message-box"
        retryLabel={t('error.again')}
        pending={<ShareSkeleton />}
      >
        {(data) => <ShareOptions data={data} />}
      </QueryState>
    </Dialog>
  )
}

function ShareSkeleton() {
  return (
    <div className="flex flex-col gap-4" aria-busy="true">
      <LoadingStatus />
      <Skeleton className="h-16" />
      <Skeleton className="h-44" />
    </div>
  )
}

function ShareOptions({ data: { share_url, share_text, social_links } }: { data: ShareData }) {
  const { t } = useTranslation('dashboard')
  return (
    <div className="flex flex-col gap-6">
      <p className="text-soft">{t('share.help')}</p>
      <CopyField label={t('share.link')} value={share_url} />
      <section aria-labelledby="share-networks" className="flex flex-col gap-3">
        <h3 id="share-networks" className="text-lg">
          {t('share.networks')}
        </h3>
        <blockquote className="border-l-4 border-mint-strong pl-3 break-words text-soft">
          {share_text}
        </blockquote>
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          {NETWORKS.map(({ key, name }) => (
            <li key={key}>
              <a
                href={social_links[key]}
                target="_blank"
                rel="noopener noreferrer"
                className="flex min-h-11 items-center justify-center rounded-md border border-edge bg-surface px-3 text-center font-semibold hover:border-action hover:bg-mint"
              >
                {name}
                <span className="sr-only"> ({t('share.new_tab')})</span>
              </a>
            </li>
          ))}
        </ul>
      </section>
      <section
        aria-labelledby="share-code"
        className="flex flex-col gap-4 sm:flex-row sm:items-center"
      >
        <QrCode text={share_url} label={t('share.code_label', { url: share_url })} />
        <div>
          <h3 id="share-code" className="text-lg">
            {t('share.code')}
          </h3>
          <p className="text-soft">{t('share.code_help')}</p>
        </div>
      </section>
    </div>
  )
}
