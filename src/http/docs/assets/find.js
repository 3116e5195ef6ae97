// Shows only the models whose name contains the words in the search box.

const box = document.getElementById('find');
const nothing = document.getElementById('nothing');
const sections = [...document.querySelectorAll('section')].map((section) => ({
  section,
  name: section.dataset.name.toLowerCase(),
  items: [...section.querySelectorAll('li')].map((item) => ({ item, name: item.textContent.toLowerCase() })),
}));

function find() {
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  for (const { section, name, items } of sections) {
    let shown = 0;
    for (const { item, name: itemName } of items) {
      item.hidden = !words.every((word) => itemName.includes(word) || name.includes(word));
      if (!item.hidden) shown += 1;
    }
    section.hidden = shown === 0;
    found += shown;
  }
  nothing.hidden = found > 0;
}

box.addEventListener('input', find);
// The browser may have restored the text of the search box.
find();
