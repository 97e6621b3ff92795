import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Refusal } from '@shared/model/refusal'
import { renderTemplate, templateProblem } from './render-template'

const context = {
  name: 'World',
  empty: '',
  zero: 0,
  nothing: null,
  list: ['b', 'a'],
  people: [{ name: 'Ann' }, { name: 'Bob' }],
  dict: { x: 1, y: 2 },
  context: { project_name: 'api', resources: ['repo', 'docs'], deep: { er: true } },
}

describe('renderTemplate', () => {
  it.each([
    ['plain', 'plain'],
    ['Hello {{ name }}!', 'Hello World!'],
    ['{{ context.project_name }}: {{ context.resources | join(", ") }}', 'api: repo, docs'],
    ['{{ list[0] }}{{ list[-1] }}{{ list.length }}', 'ba2'],
    [
      '{% for p in people %}{{ loop.index }}.{{ p.name }}{% if not loop.last %}, {% endif %}{% endfor %}',
      '1.Ann, 2.Bob',
    ],
    ['{% for k, v in dict.items() %}{{ k }}={{ v }};{% endfor %}', 'x=1;y=2;'],
    ['{% for x in [] %}x{% else %}none{% endfor %}', 'none'],
    ['{% if zero %}a{% elif name == "World" %}b{% else %}c{% endif %}', 'b'],
    ['{% if context.deep.er and "repo" in context.resources %}yes{% endif %}', 'yes'],
    ['{{ "some" if list else "none" }}', 'some'],
    ['{% set t = 2 * 3 + 1 %}{{ t }}{{ t // 2 }}{{ t % 2 }}', '731'],
    ['{% set u %}[{{ name }}]{% endset %}{{ u }}', '[World]'],
    ['{{ missing | default("fallback") }}', 'fallback'],
    ['{{ context.missing.deeper | default("fallback") }}', 'fallback'],
    ['{{ empty | default("x") }}{{ empty | default("x", true) }}', 'x'],
    ['{% if missing is defined %}a{% else %}b{% endif %}{{ "c" if name is defined }}', 'bc'],
    ['{{ list | sort | join }}{{ list | first | upper }}{{ name | lower | length }}', 'abB5'],
    ['{{ people | join("+", "name") }}', 'Ann+Bob'],
    ['{{ dict | tojson }}{{ nothing }}', '{"x":1,"y":2}'],
    ['{{ "a\nb" | indent(2) }}', 'a\n  b'],
    ['{{ "$&" | replace("$&", "$1") }}', '$1'],
    ['{# note #}a{%- raw %} {{ b }}{% endraw %}', 'a {{ b }}'],
    ['{{ 1 < 2 }}{{ "a" ~ 1 }}{{ -zero }}', 'truea10'],
    ['<b>{{ "<i>" }}', '<b><i>'],
  ])('%j gives %j', (source, expected) => {
    expect(renderTemplate(source, context).replace('-0', '0')).toBe(expected)
  })

  it.each([
    ['{{ missing }}', 'missing', 1],
    ['a\n{{ context.nope }}', 'context.nope', 2],
    ['{{ context.nope.deeper }}', 'context.nope', 1],
    ['{{ list[7] }}', 'list[7]', 1],
    ['{{ missing | upper }}', 'missing', 1],
    ['{% if missing %}{% endif %}', 'missing', 1],
    ['{% for x in missing %}{% endfor %}', 'missing', 1],
    ['{{ loop }}', 'loop', 1],
  ])('%j names what is missing', (source, variable, line) => {
    const attempt = () => renderTemplate(source, context)
    expect(attempt).toThrow(Refusal)
    expect(attempt).toThrow(
      expect.objectContaining({
        data: expect.objectContaining({ code: 'template.missing_variable', details: { variable, line } }),
      }),
    )
  })

  it.each([
    '{{ name.constructor }}',
    '{{ constructor }}',
    '{{ __proto__ }}',
    '{{ name["constructor"] }}',
    '{{ name["con" ~ "structor"] }}',
    '{{ dict["__pro" ~ "to__"] }}',
    '{{ list.push }}',
    '{{ name.toString }}',
    '{{ toString }}',
    '{{ hasOwnProperty }}',
    '{{ range(10) }}',
    '{{ "".constructor.constructor("return process")() }}',
    '{% include "/etc/passwd" %}',
    '{% import "x" as y %}',
    '{% extends "x" %}',
    '{% macro m() %}{% endmacro %}',
    '{{ name | lipsum }}',
    '{{ process }}',
    '{{ globalThis }}',
    '{{ cycler }}',
  ])('refuses %s', (source) => {
    expect(() => renderTemplate(source, context)).toThrow(Refusal)
  })

  it.each([
    ['{{ name', /Line 1/],
    ['a\n{% if name %}', /Line \d/],
    ['{% unknown %}', /unknown/],
    ['{{ name | nope }}', /no filter "nope"/],
    ['{{ f() }}', /Functions/],
  ])('%j is reported when it is loaded', (source, message) => {
    expect(templateProblem(source)).toMatch(message)
  })

  it('finds nothing wrong with a variable that is not known yet', () => {
    expect(templateProblem('{{ context.anything }}')).toBeUndefined()
  })

  it('does not let a template grow without bound', () => {
    const loops = '{% for a in l %}{% for b in l %}{% for c in l %}{{ t }}{% endfor %}{% endfor %}{% endfor %}'
    const l = Array.from({ length: 300 }, (_, index) => index)
    expect(() => renderTemplate(loops, { l, t: 'x'.repeat(100) })).toThrow(Refusal)
  })

  it.each(['{{ name[] }}', '{{ name[]() }}', '{{ [][] }}'])('refuses %s, an index without a key', (source) => {
    expect(() => renderTemplate(source, context)).toThrow(Refusal)
  })

  it('never does anything but give a text or refuse', () => {
    const piece = fc.constantFrom(
      '{{',
      '}}',
      '{%',
      '%}',
      ' name ',
      '.',
      'constructor',
      '|',
      'join',
      '(',
      ')',
      '[',
      ']',
      '"a"',
      ' if ',
      ' for x in list ',
      ' endfor ',
      ' endif ',
      '1',
      '~',
      ' is ',
      ' not ',
      'x',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        try {
          expect(typeof renderTemplate(pieces.join(''), context)).toBe('string')
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
        }
      }),
      { numRuns: 2000 },
    )
  })
})
