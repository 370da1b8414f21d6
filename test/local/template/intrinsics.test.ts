import { expect, test } from "vitest";
import { resolve } from "../../../local/template/intrinsics.ts";

const lookup = {
  ref: (name: string) => `ref:${name}`,
  attribute: (logicalId: string, attribute: string) => `att:${logicalId}:${attribute}`,
};

test("references and attributes are replaced wherever they stand", () => {
  const value = {
    a: [{ Ref: "Table" }],
    b: { "Fn::GetAtt": ["Queue", "Arn"] },
    c: { "Fn::GetAtt": "Queue.Arn" },
    d: 3,
  };
  expect(resolve(value, lookup)).toEqual({ a: ["ref:Table"], b: "att:Queue:Arn", c: "att:Queue:Arn", d: 3 });
});

test("a join resolves its items first", () => {
  expect(resolve({ "Fn::Join": ["/", ["integrations", { Ref: "One" }, 2]] }, lookup)).toBe("integrations/ref:One/2");
});

test("a substitution knows names, attributes, its own values and the escape", () => {
  const plain = { "Fn::Sub": "x-${AWS::Region}-${Queue.Arn}-${!Literal}" };
  expect(resolve(plain, lookup)).toBe("x-ref:AWS::Region-att:Queue:Arn-${Literal}");
  expect(resolve({ "Fn::Sub": ["${own}-${other}", { own: { Ref: "A" } }] }, lookup)).toBe("ref:A-ref:other");
});

test("an object that only looks like an intrinsic beside other keys stays an object", () => {
  expect(resolve({ Ref: "a", Other: "b" }, lookup)).toEqual({ Ref: "a", Other: "b" });
});

test.each(["Fn::If", "Fn::Select", "Fn::ImportValue", "Fn::FindInMap"])("%s is refused loudly", (name) => {
  expect(() => resolve({ nested: [{ [name]: ["x"] }] }, lookup)).toThrow(`does not know ${name}`);
});
