import { describe, expect, it } from 'vitest'
import { createPublicNames } from './public-names'

const read = createPublicNames()
const names = async (path: string, text: string) => (await read(path, text))?.map(({ name }) => name)
const signatures = async (path: string, text: string) => (await read(path, text))?.map(({ signature }) => signature)

describe('the public names of a file', () => {
  it.each([
    [
      'a.ts',
      'export async function f(a: number): string { return 1 }\nfunction own() {}\nexport default class A extends B { private x(){} #h(){} y(b){} }\nexport const g = (a: T): U => a, h = 2\nexport { p, q as r } from "./x"\nexport interface I { a: 1 }\n',
      ['f', 'default', 'default.y', 'g', 'h', 'p', 'r', 'I'],
    ],
    ['a.cjs', 'const b = 1\nmodule.exports = { b, c: 2 }\nexports.d = function (x) {}\n', ['b', 'c', 'd']],
    [
      'a.py',
      'def f(a, b=1) -> int:\n  return 1\ndef _own(): pass\nclass A(B):\n  def __init__(self, x): pass\n  def m(self): pass\n  def _n(self): pass\n@dec\ndef g(): pass\nX: int = 1\n_y = 2\n',
      ['f', 'A', 'A.__init__', 'A.m', 'g', 'X'],
    ],
    [
      'a.go',
      'package p\nfunc F(a int) string { return "" }\nfunc own() {}\nfunc (s *S) M() {}\ntype T struct { A int }\nconst (\n  C = 1\n  d = 2\n)\nvar V, w = 1, 2\n',
      ['F', 'S.M', 'T', 'C', 'V'],
    ],
    [
      'A.java',
      'public class A extends B { public int f(int a) { return 1; } private void g() {} public int x = 1; }\ninterface I { void m(); }\n',
      ['A', 'A.f', 'A.x'],
    ],
    [
      'a.rs',
      'pub fn f(a: i32) -> u8 { 1 }\nfn own() {}\npub struct S { pub a: i32 }\nimpl S { pub fn m(&self) {} fn n() {} }\npub(crate) const C: i32 = 1;\n',
      ['f', 'S', 'S.m'],
    ],
  ])('are read in %s', async (path, text, expected) => {
    expect(await names(path, text)).toEqual(expected)
  })

  it('have signatures that a body does not change and a parameter does', async () => {
    const one = await signatures('a.ts', 'export function f(a: number) { return 1 }')
    expect(await signatures('a.ts', 'export function f(a: number) {\n  return 2\n}')).toEqual(one)
    expect(await signatures('a.ts', 'export function f(a: number, b: string) { return 1 }')).not.toEqual(one)
    const def = await signatures('a.py', 'def f(a):\n  return 1\n')
    expect(await signatures('a.py', 'def f(a):\n  return 2\n')).toEqual(def)
    expect(await signatures('a.py', 'def f(a, b):\n  return 1\n')).not.toEqual(def)
  })

  it('are not guessed where the language is unknown or the text does not parse', async () => {
    expect(await read('a.zig', 'pub fn f() {}')).toBeNull()
    expect(await read('a.ts', 'export function (((')).toBeNull()
  })
})
