import type { Ast, Formula } from './ast.ts';
import { FormulaError, type Span } from './formula-error.ts';
import { dateOfFunction } from './functions/dates.ts';
import type { FormulaFunction, Operation, Parameter, TypeVariable } from './functions/function.ts';
import { scalars } from './functions/function.ts';
import { findFunction, functionNames } from './functions/function-table.ts';
import { minus, nullTest, operationOf, sumOf } from './functions/operators.ts';
import type { Sign } from './functions/sign.ts';
import { concatFunction, textFunction } from './functions/text.ts';
import { nearestName } from './nearest-name.ts';
import { parametersOf, takes } from './signature.ts';
import type { Syntax } from './syntax.ts';
import { maxCostlyCalls, maxDepth } from './values/limits.ts';
import { type FieldPath, type FormulaType, typeNames } from './values/types.ts';
import { bounded, Decimal } from './values/value.ts';

/**
 * A checked part of a formula, with its position in the text. A part that can only be null has the type null, which
 * fits everywhere.
 */
interface Part extends Span {
  readonly ast: Ast | undefined;
  readonly type: FormulaType | 'null';
  readonly depth: number;
}

/** Gives each part of a formula a type. Throws a FormulaError. */
export class Checker {
  readonly #text: string;
  readonly #fieldType: (path: FieldPath) => FormulaType | undefined;
  readonly #names: Iterable<string>;
  readonly #paths = new Map<string, FieldPath>();
  #usesTime = false;
  #costlyCalls = 0;

  constructor(text: string, fieldType: (path: FieldPath) => FormulaType | undefined, names: Iterable<string>) {
    this.#text = text;
    this.#fieldType = fieldType;
    this.#names = names;
  }

  check(syntax: Syntax): Formula {
    const { ast, type } = this.#part(syntax);
    if (!ast || type === 'null') throw this.#error('The formula can only be null.', syntax);
    if (type === 'list') throw this.#error('The result cannot be a list. Use join, len or contains.', syntax);
    return { type, ast, paths: [...this.#paths.values()], usesTime: this.#usesTime };
  }

  #error(message: string, span: Span): FormulaError {
    return new FormulaError(message, this.#text, span);
  }

  #part(syntax: Syntax): Part {
    switch (syntax.kind) {
      case 'null':
        return { ...spanOf(syntax), ast: undefined, type: 'null', depth: 1 };
      case 'number':
        return this.#number(syntax, syntax.digits);
      case 'text':
        return literal(syntax, 'text', syntax.text);
      case 'boolean':
        return literal(syntax, 'boolean', syntax.value);
      case 'field':
        return this.#field(syntax, syntax.path);
      case 'prefix':
        return syntax.sign === '-' ? this.#minus(syntax, syntax.operand) : this.#call(syntax, 'not', [syntax.operand]);
      case 'chain':
        return this.#chain(syntax, syntax.signs, syntax.operands);
      case 'call':
        return this.#call(syntax, syntax.name, syntax.operands, syntax.nameLength);
    }
  }

  #number(span: Span, digits: string): Part {
    const value = bounded(new Decimal(digits));
    if (value === null) throw this.#error('A number has at most 30 digits before the point.', span);
    return literal(span, 'number', value);
  }

  #field(span: Span, path: FieldPath): Part {
    const name = path.join('.');
    if (path.length > 2)
      throw this.#error(`${name} has more than one dot: ${path[0]}.${path[1]} is the longest path.`, span);
    const type = this.#fieldType(path);
    if (type === undefined) throw this.#error(`There is no field ${name}.${suggestion(name, this.#names)}`, span);
    this.#paths.set(name, path);
    return { ...spanOf(span), ast: { kind: 'field', type, path }, type, depth: 1 };
  }

  /** Creates the call of an operation whose arguments have the required types. */
  #made(span: Span, operation: Operation, type: FormulaType, args: readonly Part[]): Part {
    const depth = 1 + args.reduce((deepest, arg) => Math.max(deepest, arg.depth), 0);
    if (depth > maxDepth)
      throw this.#error(`A formula has at most ${maxDepth} levels of operations in operations.`, span);
    if (operation.costly) this.#costlyCalls += 1;
    if (this.#costlyCalls > maxCostlyCalls)
      throw this.#error(
        `A formula has at most ${maxCostlyCalls} powers, logarithms, replacements and changes of letters.`,
        span,
      );
    const asts = args.map(({ ast }) => ast as Ast);
    return { ...spanOf(span), ast: { kind: 'call', type, operation, args: asts }, type, depth };
  }

  #minus(span: Span, operand: Syntax): Part {
    const one = this.#part(operand);
    if (one.type !== 'number' && one.type !== 'null')
      throw this.#error(`Only a number can have the sign -, and this is ${typeNames[one.type]}.`, operand);
    return this.#made(span, minus, 'number', [typed(one, 'number')]);
  }

  #chain(span: Span, signs: readonly Sign[], operands: readonly Syntax[]): Part {
    const [sign] = signs;
    if (sign === '&') return this.#apply(span, concatFunction, '&', operands);
    if (sign === 'and' || sign === 'or') return this.#call(span, sign, operands);
    const parts = operands.map((operand) => this.#part(operand));
    if ((sign === '+' || sign === '-') && parts.every(({ type }) => type === 'number' || type === 'null'))
      return this.#made(
        span,
        sumOf(signs),
        'number',
        parts.map((part) => typed(part, 'number')),
      );
    return parts.reduce((left, right, n) => this.#binary(signs[n - 1] as Sign, left, right));
  }

  #binary(sign: Sign, left: Part, right: Part): Part {
    const span = { position: left.position, length: right.position + right.length - left.position };
    if ((sign === '=' || sign === '!=') && (left.type === 'null' || right.type === 'null')) {
      const given = right.type === 'null' ? left : right;
      return this.#made(span, nullTest(sign), 'boolean', [typed(given, 'text')]);
    }
    const [a, b] = [typeBeside(left.type, right.type, sign, true), typeBeside(right.type, left.type, sign, false)];
    const found = operationOf(sign, a, b);
    if (!found)
      throw this.#error(
        `The operator ${sign} does not take ${typeNames[left.type]} and ${typeNames[right.type]}.${advice(sign, a, b)}`,
        span,
      );
    return this.#made(span, found.operation, found.type, [typed(left, a), typed(right, b)]);
  }

  #call(span: Span, name: string, operands: readonly Syntax[], nameLength = name.length): Part {
    const found = findFunction(name);
    if (!found)
      throw this.#error(`There is no function ${name}.${suggestion(name, functionNames())}`, {
        position: span.position,
        length: nameLength,
      });
    return this.#apply(span, found, found.name, operands);
  }

  #apply(span: Span, called: FormulaFunction, name: string, operands: readonly Syntax[]): Part {
    const parameters = parametersOf(called.parameters, operands.length);
    if (!parameters) throw this.#error(`${name} takes ${takes(called.parameters)}, not ${operands.length}.`, span);
    const parts = operands.map((operand) => this.#part(operand));
    const variables = this.#variables(name, parameters, parts);
    const args = parts.map((part, n) => this.#argument(name, parameters[n] as Parameter, part, variables));
    if (called.usesTime) this.#usesTime = true;
    const { result } = called;
    const type = result === 'T' || result === 'R' ? variables.get(result) : result;
    // All values that determine the type are null, so the result is null too.
    if (type === undefined) return { ...spanOf(span), ast: undefined, type: 'null', depth: 1 };
    return this.#made(span, called, type, args);
  }

  /**
   * Determines the types of arguments that must have the same type. It is the type of the first one that is not null.
   */
  #variables(name: string, parameters: readonly Parameter[], parts: readonly Part[]): Map<TypeVariable, FormulaType> {
    const found = new Map<TypeVariable, FormulaType>();
    for (const [n, part] of parts.entries()) {
      const { as } = parameters[n] as Parameter;
      if (as === undefined || part.type === 'null') continue;
      const type = found.get(as);
      if (type === undefined) found.set(as, part.type);
      else if (type !== part.type)
        throw this.#error(
          `The values of ${name} must have one type: this is ${typeNames[part.type]}, and one before it is ${typeNames[type]}.`,
          part,
        );
    }
    return found;
  }

  #argument(name: string, parameter: Parameter, part: Part, variables: ReadonlyMap<TypeVariable, FormulaType>): Part {
    const { types, as, convert } = parameter;
    const fallback = convert ?? (as && variables.get(as)) ?? (types[0] as FormulaType);
    if (part.type === 'null') return typed(part, fallback);
    if (!types.includes(part.type)) {
      const wanted = types === scalars ? 'a single value' : types.map((type) => typeNames[type]).join(' or ');
      throw this.#error(`${parameter.name} of ${name} is ${wanted}, and this is ${typeNames[part.type]}.`, part);
    }
    if (convert === undefined || part.type === convert) return part;
    return this.#made(part, convert === 'date' ? dateOfFunction : textFunction, convert, [part]);
  }
}

const spanOf = ({ position, length }: Span): Span => ({ position, length });

const literal = (span: Span, type: FormulaType, value: Decimal | string | boolean | null): Part => ({
  ...spanOf(span),
  ast: { kind: 'literal', type, value },
  type,
  depth: 1,
});

/** Gives a part that can only be null the type that its position requires. */
const typed = (part: Part, type: FormulaType): Part => (part.type === 'null' ? literal(part, type, null) : part);

/** The type of an operand. For null, it is a type that the operator accepts together with the other operand. */
function typeBeside(own: FormulaType | 'null', other: FormulaType | 'null', sign: Sign, isLeft: boolean): FormulaType {
  if (own !== 'null') return own;
  if (other === 'null') return 'number';
  const isOrder = sign.startsWith('<') || sign.startsWith('>');
  // A date can be subtracted only from a date.
  return isOrder || (sign === '-' && isLeft) ? other : 'number';
}

const suggestion = (name: string, names: Iterable<string>): string => {
  const nearest = nearestName(name, names);
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`;
};

function advice(sign: Sign, a: FormulaType, b: FormulaType): string {
  if (sign === '+' && (a === 'text' || b === 'text')) return ' Use & to join texts, or value() to read a number.';
  if ((a === 'date' && b === 'datetime') || (a === 'datetime' && b === 'date'))
    return ' Use dateOf() for the date of a date with time.';
  if (a === 'list' || b === 'list') return ' Use contains() to search a list.';
  return '';
}
