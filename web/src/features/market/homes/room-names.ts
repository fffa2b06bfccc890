import type { HomeRoom } from '#contract/market/homes.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'

type Room = Pick<HomeRoom, 'id' | 'kind' | 'name'>

/** The names of rooms by id. Several of one kind without a name have a number: 'Bedroom 2'. */
export function useRoomNames(rooms: readonly Room[]): ReadonlyMap<string, string> {
  const { t } = useTranslation('homes')
  return new Map(
    rooms.map((room) => {
      const same = rooms.filter(({ kind, name }) => kind === room.kind && !name)
      const ofKind = t(`room_kinds.${room.kind}`)
      const number = same.length > 1 ? ` ${same.indexOf(room) + 1}` : ''
      return [room.id, room.name || ofKind + number]
    }),
  )
}
