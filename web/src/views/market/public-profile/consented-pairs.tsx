import { formatMonth } from '#contract/date-formats.ts'
import type { ConsentedPair } from '#contract/visits/pairs.ts'
import { pictureFile } from '#contract/pictures.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { DrawingLabel } from '#web/ui/pictures/drawing-label.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'

/** Photos from before and after visits, which their clients allowed. rule: photo-pairs */
export function ConsentedPairs({ pairs = [] }: { pairs: readonly ConsentedPair[] | undefined }) {
  const { t, i18n } = useTranslation(['public_profile', 'search'])
  if (pairs.length === 0) return null
  return (
    <div className="flex flex-col gap-3">
      <p className="text-soft">{t('pairs_consent')}</p>
      <ul className="flex flex-col gap-8">
        {pairs.map(({ before_url, after_url, service_type, month }) => (
          <li key={before_url} className="flex flex-col gap-2">
            <div className="grid grid-cols-2 gap-3">
              <PublicPhoto url={before_url} caption={t('before')} />
              <PublicPhoto url={after_url} caption={t('after')} />
            </div>
            <p className="text-sm text-soft">
              {t(`search:service_types.${service_type}`)},{' '}
              {formatMonth(i18n.language, `${month}-01`)}
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}

function PublicPhoto({ url, caption }: { url: string; caption: string }) {
  return (
    <figure className="flex min-w-0 flex-col gap-1">
      <span className="pane relative block aspect-3/2 overflow-hidden md:aspect-4/3 rounded-md">
        <Picture
          src={pictureFile(url, 640)}
          alt={caption}
          width={320}
          height={240}
          className="size-full"
        />
        <DrawingLabel src={url} className="top-1.5 left-1.5" />
      </span>
      <figcaption aria-hidden="true" className="text-sm text-soft">
        {caption}
      </figcaption>
    </figure>
  )
}
