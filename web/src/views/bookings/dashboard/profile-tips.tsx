import { useTranslation } from '#web/i18n/use-translation.ts'
import { TIP_BIO_LENGTH, TIP_GALLERY_PHOTOS } from '#contract/market/profile-rules.ts'
import { CheckIcon } from '#web/ui/pictures/icons.tsx'
import { CircleIcon } from '#web/ui/pictures/icons-public.tsx'
import type { Profile } from './dashboard.api.ts'

/** Two tips, each with how far the profile is. rule: dashboard */
export function ProfileTips({ profile }: { profile: Profile }) {
  const { t } = useTranslation('dashboard')
  const photos = profile.gallery_images.length
  const bioLength = profile.bio.length
  return (
    <section aria-labelledby="tips" className="card flex flex-col gap-3 p-4 md:p-5">
      <h2 id="tips" className="text-xl">
        {t('tips.title')}
      </h2>
      <ul className="flex flex-col gap-3">
        <Tip
          isDone={photos >= TIP_GALLERY_PHOTOS}
          progress={t('tips.photos_now', { count: photos })}
        >
          {t('tips.photos', { number: TIP_GALLERY_PHOTOS })}
        </Tip>
        <Tip
          isDone={bioLength >= TIP_BIO_LENGTH}
          progress={t('tips.bio_now', { count: bioLength })}
        >
          {t('tips.bio', { number: TIP_BIO_LENGTH })}
        </Tip>
      </ul>
    </section>
  )
}

function Tip({
  isDone,
  progress,
  children,
}: {
  isDone: boolean
  progress: string
  children: string
}) {
  const { t } = useTranslation('dashboard')
  return (
    <li className="flex items-start gap-3">
      {isDone ? (
        <CheckIcon className="mt-0.5 size-5 shrink-0 text-action" />
      ) : (
        <CircleIcon className="mt-0.5 size-5 shrink-0 text-amber" />
      )}
      <p>
        {children}
        <span className="block text-sm text-soft">
          {isDone ? t('tips.done') : t('tips.open')} · {progress}
        </span>
      </p>
    </li>
  )
}
