import type { Visit } from '#contract/visits/visits.ts'
import { Fact } from '#web/features/bookings/one/booking-facts.tsx'
import { useHomeTexts } from '#web/features/market/homes/home-texts.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { DotSeparated } from '#web/ui/dot-separated.tsx'

type HomeOfVisitProps = {
  home: NonNullable<Visit['home']>
  /** Whether the rooms are shown. A checklist lists them already. */
  showsRooms: boolean
}

/** The home as facts: its size, parking and rooms. rule: visit-view */
export function HomeOfVisit({ home, showsRooms }: HomeOfVisitProps) {
  const { t } = useTranslation(['visits', 'homes'])
  const texts = useHomeTexts()
  const { rooms = [], parking } = home
  return (
    <>
      <Fact name={t('homes:one')}>
        <DotSeparated facts={texts.facts(home)} />
      </Fact>
      {parking && <Fact name={t('parking')}>{parking}</Fact>}
      {showsRooms && rooms.length > 0 && (
        <Fact name={t('homes:rooms.title')}>
          <ul className="flex flex-col gap-1">
            {rooms.map((room) => (
              <li key={room.id}>
                {room.name || t(`homes:room_kinds.${room.kind}`)}
                {room.important && (
                  <strong className="font-semibold">, {t('homes:rooms.important')}</strong>
                )}
                {room.do_not_enter && (
                  <strong className="font-semibold text-clay">
                    , {t('homes:rooms.do_not_enter')}
                  </strong>
                )}
                {room.note && <span className="block text-sm text-soft">{room.note}</span>}
              </li>
            ))}
          </ul>
        </Fact>
      )}
    </>
  )
}
