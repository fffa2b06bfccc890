import type { ExtraCode } from '#contract/offer-rules.ts'
import type { Pet, RoomKind, Task } from '#contract/home-rules.ts'
import type { Language } from '#contract/product.ts'
import type { SeriesFrequency } from '#contract/time-rules.ts'

/** The sentences of a work agreement, with values in braces, and the words that they name. rule: agreement-text */
export type AgreementTexts = {
  sentences: Record<Sentence, string>
  frequencies: Record<SeriesFrequency, string>
  tasks: Record<Task, string>
  rooms: Record<RoomKind, string>
  pets: Record<Pet, string>
  pets_unknown: string
  extras: Record<ExtraCode, string>
}

type Sentence =
  | 'who'
  | 'where'
  | 'visit'
  | 'visits'
  | 'service'
  | 'included'
  | 'important'
  | 'do_not_enter'
  | 'extra'
  | 'no_extras'
  | 'supplies_client'
  | 'supplies_professional'
  | 'pets'
  | 'no_pets'
  | 'labour_line'
  | 'extra_line'
  | 'supplies_line'
  | 'discount_line'
  | 'reclean_line'
  | 'total'
  | 'later'
  | 'hours'
  | 'payment'
  | 'cancellation'
  | 'late'
  | 'no_show'
  | 'keys'
  | 'breakage'
  | 'photos'
  | 'safety'
  | 'notice'

export const AGREEMENT_TEXTS: Record<Language, AgreementTexts> = {
  en: {
    sentences: {
      who: 'Client: {client}. Cleaning professional: {professional}.',
      where: 'Address: {address}, {city}, {state} {zip}.',
      visit: 'Visit: {date}, {time} to {end}, {city} time.',
      visits: 'Visits: {frequency}, first on {date}, {time} to {end}, {city} time.',
      service: 'Service: {service}, {hours} h.',
      included: 'Included: {tasks}.',
      important: 'Most important: {rooms}.',
      do_not_enter: 'Do not enter: {rooms}.',
      extra: 'Extra: {extra}, {minutes} min, {price}.',
      no_extras: 'No extras.',
      supplies_client: 'The client provides the cleaning supplies.',
      supplies_professional: 'The professional brings the cleaning supplies.',
      pets: 'Pets at home: {pets}.',
      no_pets: 'No pets.',
      labour_line: '{time} × {rate}: {amount}',
      extra_line: '{extra}, {minutes} min: {amount}',
      supplies_line: 'Supplies: {amount}',
      discount_line: 'Discount of {percent}%: {amount}',
      reclean_line: 'Free re-clean: {amount}',
      total: 'Total: {total}.',
      later: 'Each later visit: {later}.',
      hours:
        'More time is paid only if the client agrees. Less time lowers the price, down to {minimum} h.',
      payment:
        'The client pays the professional directly, by cash, card or transfer. Lustra moves no money for this visit.',
      cancellation: 'Either side may cancel before the start.',
      late: 'Less than {notice} h before it is late and stands in the record of who cancelled.',
      no_show:
        'If the other side is not there, wait 30 minutes after the start. Then it may be reported.',
      keys: 'Keys and codes are for this visit only. The professional copies none and leaves the home locked.',
      breakage:
        'Damage is told when it is seen and reported within 72 hours. Both sides first try to settle it.',
      photos: 'Photos of the home are shown to nobody else unless the client agrees.',
      safety:
        'For safety, the professional may let a trusted person learn the place of this visit in an emergency.',
      notice: 'This page is a summary of what was agreed. It is not legal advice.',
    },
    frequencies: { weekly: 'every week', biweekly: 'every two weeks', monthly: 'every four weeks' },
    tasks: {
      dust: 'dust',
      floors: 'floors',
      trash: 'trash',
      beds: 'beds',
      toilet: 'toilet',
      shower: 'shower',
      sink: 'sink',
      mirror: 'mirror',
      counters: 'counters',
      stove_top: 'stove top',
      appliance_fronts: 'appliance fronts',
      baseboards: 'baseboards',
      doors: 'doors',
      light_fixtures: 'light fixtures',
      tiles: 'tiles',
      cabinet_fronts: 'cabinet fronts',
      inside_closets: 'inside closets',
      construction_dust: 'construction dust',
      stickers: 'stickers',
      desks: 'desks',
      touch_points: 'touch points',
    },
    rooms: {
      bedroom: 'Bedroom',
      bathroom: 'Bathroom',
      kitchen: 'Kitchen',
      living_room: 'Living room',
      dining_room: 'Dining room',
      office: 'Office',
      hallway: 'Hallway',
      stairs: 'Stairs',
      laundry_room: 'Laundry room',
      garage: 'Garage',
      balcony: 'Balcony',
      other: 'Other room',
    },
    pets: { cat: 'cat', dog: 'dog', other: 'other pet' },
    pets_unknown: 'not stated',
    extras: {
      oven: 'Oven',
      fridge: 'Fridge',
      inside_windows: 'Inside windows',
      laundry: 'Laundry',
      dishes: 'Dishes',
      balcony: 'Balcony',
      ironing: 'Ironing',
      inside_cabinets: 'Inside cabinets',
    },
  },
  pt: {
    sentences: {
      who: 'Cliente: {client}. Profissional de limpeza: {professional}.',
      where: 'Endereço: {address}, {city}, {state} {zip}.',
      visit: 'Visita: {date}, das {time} às {end}, horário de {city}.',
      visits: 'Visitas: {frequency}, a partir de {date}, das {time} às {end}, horário de {city}.',
      service: 'Serviço: {service}, {hours} h.',
      included: 'Incluído: {tasks}.',
      important: 'Mais importante: {rooms}.',
      do_not_enter: 'Não entrar: {rooms}.',
      extra: 'Extra: {extra}, {minutes} min, {price}.',
      no_extras: 'Sem extras.',
      supplies_client: 'O cliente fornece os produtos de limpeza.',
      supplies_professional: 'O profissional leva os produtos de limpeza.',
      pets: 'Animais em casa: {pets}.',
      no_pets: 'Sem animais em casa.',
      labour_line: '{time} × {rate}: {amount}',
      extra_line: '{extra}, {minutes} min: {amount}',
      supplies_line: 'Produtos de limpeza: {amount}',
      discount_line: 'Desconto de {percent}%: {amount}',
      reclean_line: 'Nova limpeza sem custo: {amount}',
      total: 'Total: {total}.',
      later: 'Cada visita seguinte: {later}.',
      hours:
        'Tempo a mais só é pago se o cliente concordar. Menos tempo reduz o preço, até o mínimo de {minimum} h.',
      payment:
        'O cliente paga diretamente ao profissional, em dinheiro, cartão ou transferência. A Lustra não movimenta dinheiro nesta visita.',
      cancellation: 'Qualquer um dos lados pode cancelar antes do início.',
      late: 'Com menos de {notice} h de antecedência, o cancelamento é tardio e fica no histórico de quem cancelou.',
      no_show:
        'Se o outro lado não estiver no local, espere 30 minutos após o início. Depois disso, a ausência pode ser relatada.',
      keys: 'Chaves e códigos servem só para esta visita. O profissional não copia nenhum e deixa a casa trancada.',
      breakage:
        'Danos são avisados assim que forem vistos e relatados em até 72 horas. Primeiro, os dois lados tentam se entender.',
      photos: 'As fotos da casa não são mostradas a mais ninguém, a menos que o cliente concorde.',
      safety:
        'Por segurança, o profissional pode permitir que uma pessoa de confiança saiba o local desta visita em caso de emergência.',
      notice: 'Esta página é um resumo do que foi combinado. Não é orientação jurídica.',
    },
    frequencies: {
      weekly: 'toda semana',
      biweekly: 'a cada duas semanas',
      monthly: 'a cada quatro semanas',
    },
    tasks: {
      dust: 'pó',
      floors: 'pisos',
      trash: 'lixo',
      beds: 'camas',
      toilet: 'vaso sanitário',
      shower: 'chuveiro',
      sink: 'pia',
      mirror: 'espelho',
      counters: 'bancadas',
      stove_top: 'fogão',
      appliance_fronts: 'frente dos eletrodomésticos',
      baseboards: 'rodapés',
      doors: 'portas',
      light_fixtures: 'luminárias',
      tiles: 'azulejos',
      cabinet_fronts: 'frente dos armários',
      inside_closets: 'interior dos closets',
      construction_dust: 'pó de obra',
      stickers: 'adesivos',
      desks: 'mesas',
      touch_points: 'pontos de contato',
    },
    rooms: {
      bedroom: 'Quarto',
      bathroom: 'Banheiro',
      kitchen: 'Cozinha',
      living_room: 'Sala de estar',
      dining_room: 'Sala de jantar',
      office: 'Escritório',
      hallway: 'Corredor',
      stairs: 'Escada',
      laundry_room: 'Lavanderia',
      garage: 'Garagem',
      balcony: 'Varanda',
      other: 'Outro cômodo',
    },
    pets: { cat: 'gato', dog: 'cachorro', other: 'outro animal' },
    pets_unknown: 'não informado',
    extras: {
      oven: 'Forno',
      fridge: 'Geladeira',
      inside_windows: 'Janelas por dentro',
      laundry: 'Lavar roupa',
      dishes: 'Lavar louça',
      balcony: 'Varanda',
      ironing: 'Passar roupa',
      inside_cabinets: 'Armários por dentro',
    },
  },
  es: {
    sentences: {
      who: 'Cliente: {client}. Profesional de limpieza: {professional}.',
      where: 'Dirección: {address}, {city}, {state} {zip}.',
      visit: 'Visita: {date}, de {time} a {end}, hora de {city}.',
      visits: 'Visitas: {frequency}, la primera el {date}, de {time} a {end}, hora de {city}.',
      service: 'Servicio: {service}, {hours} h.',
      included: 'Incluye: {tasks}.',
      important: 'Lo más importante: {rooms}.',
      do_not_enter: 'No entrar: {rooms}.',
      extra: 'Extra: {extra}, {minutes} min, {price}.',
      no_extras: 'Sin extras.',
      supplies_client: 'El cliente pone los productos de limpieza.',
      supplies_professional: 'El profesional lleva los productos de limpieza.',
      pets: 'Mascotas en casa: {pets}.',
      no_pets: 'Sin mascotas.',
      labour_line: '{time} × {rate}: {amount}',
      extra_line: '{extra}, {minutes} min: {amount}',
      supplies_line: 'Productos de limpieza: {amount}',
      discount_line: 'Descuento del {percent} %: {amount}',
      reclean_line: 'Nueva limpieza sin costo: {amount}',
      total: 'Total: {total}.',
      later: 'Cada visita siguiente: {later}.',
      hours:
        'El tiempo adicional solo se paga si el cliente está de acuerdo. Menos tiempo baja el precio, hasta un mínimo de {minimum} h.',
      payment:
        'El cliente paga directamente al profesional, en efectivo, con tarjeta o por transferencia. Lustra no mueve dinero en esta visita.',
      cancellation: 'Cualquiera de las partes puede cancelar antes del inicio.',
      late: 'Con menos de {notice} h de anticipación, la cancelación es tardía y queda en el historial de quien canceló.',
      no_show:
        'Si la otra parte no está, espera 30 minutos después del inicio. Después se puede reportar la ausencia.',
      keys: 'Las llaves y los códigos son solo para esta visita. El profesional no copia ninguno y deja la casa cerrada con llave.',
      breakage:
        'Los daños se avisan en cuanto se ven y se reportan en un plazo de 72 horas. Primero, ambas partes intentan llegar a un acuerdo.',
      photos:
        'Las fotos de la casa no se muestran a nadie más, salvo que el cliente esté de acuerdo.',
      safety:
        'Por seguridad, el profesional puede permitir que una persona de confianza conozca el lugar de esta visita en caso de emergencia.',
      notice: 'Esta página es un resumen de lo acordado. No es asesoramiento legal.',
    },
    frequencies: {
      weekly: 'cada semana',
      biweekly: 'cada dos semanas',
      monthly: 'cada cuatro semanas',
    },
    tasks: {
      dust: 'polvo',
      floors: 'pisos',
      trash: 'basura',
      beds: 'camas',
      toilet: 'inodoro',
      shower: 'ducha',
      sink: 'lavabo o fregadero',
      mirror: 'espejo',
      counters: 'encimeras',
      stove_top: 'estufa',
      appliance_fronts: 'frente de los electrodomésticos',
      baseboards: 'zócalos',
      doors: 'puertas',
      light_fixtures: 'lámparas',
      tiles: 'azulejos',
      cabinet_fronts: 'frente de los gabinetes',
      inside_closets: 'interior de los clósets',
      construction_dust: 'polvo de obra',
      stickers: 'calcomanías',
      desks: 'escritorios',
      touch_points: 'puntos de contacto',
    },
    rooms: {
      bedroom: 'Dormitorio',
      bathroom: 'Baño',
      kitchen: 'Cocina',
      living_room: 'Sala',
      dining_room: 'Comedor',
      office: 'Oficina',
      hallway: 'Pasillo',
      stairs: 'Escaleras',
      laundry_room: 'Lavandería',
      garage: 'Garaje',
      balcony: 'Balcón',
      other: 'Otro espacio',
    },
    pets: { cat: 'gato', dog: 'perro', other: 'otra mascota' },
    pets_unknown: 'sin indicar',
    extras: {
      oven: 'Horno',
      fridge: 'Refrigerador',
      inside_windows: 'Ventanas por dentro',
      laundry: 'Lavar ropa',
      dishes: 'Lavar platos',
      balcony: 'Balcón',
      ironing: 'Planchar',
      inside_cabinets: 'Gabinetes por dentro',
    },
  },
}
