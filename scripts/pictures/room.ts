import { chance } from '../../server/demo/chance.ts'
import { darker, lighter } from '#drawings/palette.ts'
import { bath, bathWindow } from './room-bath.ts'
import { bedroom, bedroomWindow } from './room-bedroom.ts'
import { kitchen, kitchenWindow } from './room-kitchen.ts'
import { living, livingWindow } from './room-living.ts'
import { office, officeWindow } from './room-office.ts'
import { furnish } from './room-setting.ts'
import type { RoomState, Setting } from './room-setting.ts'
import { group, line, rect, svg } from '#drawings/shapes.ts'

const rooms = {
  kitchen: { draw: kitchen, window: kitchenWindow },
  bath: { draw: bath, window: bathWindow },
  living: { draw: living, window: livingWindow },
  office: { draw: office, window: officeWindow },
  bedroom: { draw: bedroom, window: bedroomWindow },
} as const

export type RoomKind = keyof typeof rooms

/**
 * A room, 1200 × 900, before or after cleaning.
 * In both states, one kind and one whole-number seed always show one room.
 */
export function room(kind: RoomKind, state: RoomState, seed: number): string {
  const dice = chance(seed * 31 + kind.length)
  const lightFromRight = dice.happens(0.5)
  const setting = furnish(dice, state)
  const { draw, window } = rooms[kind]
  const scene = ground(setting, window.floor) + draw(setting)
  return svg(1200, 900, lightFromRight ? group('translate(1200 0) scale(-1 1)', scene) : scene)
}

function ground({ wall, floor, boards, frame }: Setting, at: number): string {
  const seam = darker(floor, 0.12)
  const depth = 900 - at
  const fan = [-900, -600, -380, -180, 0, 180, 380, 600, 900]
    .map((x) => `M${600 + x * 0.62} ${at}L${600 + x} 900`)
    .join('')
  const rows = boards === 'tiles' ? `M0 ${at + depth * 0.3}H1200M0 ${at + depth * 0.68}H1200` : ''
  return (
    rect(0, 0, 1200, at, wall) +
    rect(0, at, 1200, depth, floor) +
    line(fan + rows, boards === 'tiles' ? lighter(floor, 0.35) : seam, 4) +
    rect(0, at - 26, 1200, 26, frame)
  )
}
