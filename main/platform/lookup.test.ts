import { describe, expect, it } from 'vitest'
import { Refusal } from '@shared/model/refusal'
import { findNamed, nameForNew, notFound } from './lookup'

const items = [
  { id: '01HXR1A1B2C3D4E5F6G7H8J9K0', name: 'local/Api' },
  { id: '01HXR1A1B2C3D4E5F6G7H8J9K1', name: 'team/api' },
  { id: '01HXR2A1B2C3D4E5F6G7H8J9K0', name: 'local/abcdefgh' },
]
const find = (query: string) => findNamed('resource', query, items)?.name

describe('finding by name or id', () => {
  it.each([
    ['api', 'local/Api'],
    ['LOCAL/API', 'local/Api'],
    ['team/api', 'team/api'],
    ['01hxr2', 'local/abcdefgh'],
    ['H8J9K1', 'team/api'],
    ['abcdefgh', 'local/abcdefgh'],
    ['01HX', undefined],
    ['nothing', undefined],
    ['not a name', undefined],
  ])('%s finds %s', (query, name) => expect(find(query)).toBe(name))

  it('refuses a piece that fits several and lists them', () => {
    try {
      find('01HXR1')
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(Refusal)
      expect((error as Refusal).data).toMatchObject({ kind: 'conflict', code: 'resource.id_ambiguous' })
      expect((error as Refusal).data.details['candidates']).toHaveLength(2)
    }
  })

  it('says what there is where nothing is found', () => {
    expect(notFound('resource', 'x', items).data).toMatchObject({ kind: 'missing', code: 'resource.not_found' })
    expect(notFound('resource', 'x', []).data.hint).toContain('no resource yet')
  })
})

describe('names of new entities', () => {
  it('completes a bare name', () => expect(nameForNew('project', 'Api', [])).toBe('local/Api'))
  it.each([
    ['a b', 'project.name_malformed'],
    ['openai/x', 'project.namespace_reserved'],
    ['Mine/x', 'project.namespace_reserved'],
  ])('refuses %s', (name, code) => {
    expect(() => nameForNew('project', name, ['mine'])).toThrow(
      expect.objectContaining({ data: expect.objectContaining({ code }) }),
    )
  })
})
